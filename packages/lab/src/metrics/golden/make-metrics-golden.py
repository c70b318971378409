"""Writes metrics.golden.json from numpy and scikit-learn, an implementation independent of the laboratory.

Command: /usr/bin/python3 packages/lab/src/metrics/golden/make-metrics-golden.py
"""
import json
import pathlib

import numpy as np
from scipy.spatial import ConvexHull
from sklearn.metrics import auc, brier_score_loss, roc_auc_score

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


cost = np.round(rng.random(12) * 9 + 1, 3)
quality = np.round(0.4 + 0.05 * np.log(cost) + 0.1 * rng.random(12), 4)
points = np.column_stack([cost, quality])
# The hull of the points with a far corner right below them, cut to the part that rises.
corners = np.vstack([points, [cost.max() + 1, -1], [cost.min() - 1e-9, -1]])
vertices = [i for i in ConvexHull(corners).vertices if i < len(points)]
rising = points[vertices][np.argsort(points[vertices][:, 0])]
best = np.maximum.accumulate(rising[:, 1])
keep = np.concatenate([[True], rising[1:, 1] > best[:-1]])
rising = rising[keep]
start, stop = float(cost.min()), float(cost.max())
grid = np.unique(np.concatenate([[start, stop], rising[:, 0]]))
aiq = auc(grid, np.interp(grid, rising[:, 0], rising[:, 1])) / (stop - start)
reference = {"costUsd": float(stop), "quality": float(np.interp(0.6 * stop, rising[:, 0], rising[:, 1]))}

m = 200
strong = (rng.random(m) < 0.8).astype(float)
weak = (rng.random(m) < 0.55).astype(float)
preference = np.float32(strong - weak + 1.5 * rng.random(m)).astype(float)
ordered = np.sort(preference)
shares, accuracies = [], []
for b in range(10, -1, -1):
    picked = np.zeros(m, bool) if b == 10 else np.ones(m, bool) if b == 0 else preference >= ordered[int(b / 10 * m)]
    shares.append(picked.mean())
    accuracies.append(np.where(picked, strong, weak).mean())
shares, accuracies = np.array(shares), np.array(accuracies)
gap = accuracies[-1] - accuracies[0]


def cpt(fraction):
    target = accuracies[0] + fraction * gap
    i = int(np.argmax(accuracies >= target))
    return float(np.interp(target, accuracies[i - 1 : i + 1], shares[i - 1 : i + 1]))


golden = {
    "predictions": {
        "predicted": predicted.tolist(),
        "observed": observed.tolist(),
        "weights": weights.tolist(),
        "auc": roc_auc_score(observed, predicted),
        "aucWeighted": roc_auc_score(observed, predicted, sample_weight=weights),
        "brier": brier_score_loss(observed, predicted),
        "brierWeighted": brier_score_loss(observed, predicted, sample_weight=weights),
        "ece": ece(predicted, observed, np.ones(n)),
        "eceWeighted": ece(predicted, observed, weights),
    },
    "plane": {
        "points": [{"costUsd": float(c), "quality": float(q)} for c, q in points],
        "hull": [{"costUsd": float(c), "quality": float(q)} for c, q in rising],
        "aiq": float(aiq),
        "reference": reference,
        "costSave": 1 - float(np.interp(reference["quality"], rising[:, 1], rising[:, 0])) / reference["costUsd"],
        "perfGain": float(rising[-1, 1] / reference["quality"] - 1),
    },
    "strongWeak": {
        "preference": preference.tolist(),
        "strong": strong.tolist(),
        "weak": weak.tolist(),
        "apgr": float((np.trapezoid(accuracies, shares) if hasattr(np, "trapezoid") else np.trapz(accuracies, shares)) - accuracies[0]) / float(gap),
        "cpt50": cpt(0.5),
        "cpt80": cpt(0.8),
    },
}
path = pathlib.Path(__file__).parent / "metrics.golden.json"
path.write_text(json.dumps(golden, indent=1) + "\n")
