"""Writes metrics.golden.json from numpy and scikit-learn, an implementation independent of the laboratory.

Command: /usr/bin/python3 packages/lab/src/metrics/golden/make-metrics-golden.py
"""
import json
import pathlib

import numpy as np
from sklearn.metrics import roc_auc_score

rng = np.random.default_rng(7)
n = 60
observed = (rng.random(n) < 0.6).astype(float)
predicted = np.float32(np.clip(np.round(0.3 * observed + 0.7 * rng.random(n), 2), 0, 1)).astype(float)
weights = rng.integers(0, 4, n).astype(float)


def ece(p, y, w, bins=15):
    index = np.minimum((np.float32(p) * bins).astype(int), bins - 1)
    total = 0.0
    for b in range(bins):
        m = index == b
        if w[m].sum() > 0:
            total += w[m].sum() * abs(np.average(p[m], weights=w[m]) - np.average(y[m], weights=w[m]))
    return total / w.sum()


golden = {
    "predictions": {
        "predicted": predicted.tolist(),
        "observed": observed.tolist(),
        "weights": weights.tolist(),
        "auc": roc_auc_score(observed, predicted),
        "aucWeighted": roc_auc_score(observed, predicted, sample_weight=weights),
        "ece": ece(predicted, observed, np.ones(n)),
        "eceWeighted": ece(predicted, observed, weights),
    },
}
path = pathlib.Path(__file__).parent / "metrics.golden.json"
path.write_text(json.dumps(golden, indent=1) + "\n")
