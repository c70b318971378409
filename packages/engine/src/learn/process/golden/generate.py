#!/usr/bin/env python3
"""Golden values of the sparse Gaussian process, from numpy's dense formulas alone.

The covariance of the training rows is Q = Knm Kmm^-1 Kmn (Rasmussen and Williams 2006, 8.3.3); nothing here uses the
feature map or the Cholesky route of the program. Run:
/usr/bin/python3 packages/engine/src/learn/process/golden/generate.py > packages/engine/src/learn/process/golden/golden.json
"""
import json
import numpy as np

rng = np.random.default_rng(11)
COUNT, DIM, TARGETS, INDUCING = 1000, 3, 2, 800
RATIOS = [0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 1000]


def kernel(a, b):
    square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-square)


# Two decimals, so that the file stays small and both sides read the same numbers.
train = np.round(rng.normal(size=(COUNT, DIM)), 2)
asked = np.round(rng.normal(size=(5, DIM)), 2)
clean = np.stack([np.sin(2 * train[:, 0]), 0.1 * train[:, 1]], axis=1)
targets = np.round(clean + rng.normal(size=clean.shape) * [0.2, 0.5], 2)

inducing = train[[int(i * COUNT / INDUCING) for i in range(INDUCING)]]
inverse = np.linalg.inv(kernel(inducing, inducing) + 1e-6 * np.eye(INDUCING))
cross = kernel(train, inducing)
covariance = cross @ inverse @ cross.T
chosen, predicted = [], np.zeros((5, TARGETS))
for t in range(TARGETS):
    y = targets[:, t]
    best = None
    for ratio in RATIOS:
        shifted = covariance + ratio * np.eye(COUNT)
        solved = np.linalg.solve(shifted, y)
        # -2/n log N(y; 0, s (Q + r I)) at the most likely s, but for a constant.
        misfit = np.log(ratio * (y @ solved) / COUNT) + (np.linalg.slogdet(shifted)[1] - COUNT * np.log(ratio)) / COUNT
        if best is None or misfit < best[0]:
            best = (misfit, ratio, solved)
    chosen.append(best[1])
    predicted[:, t] = kernel(asked, inducing) @ inverse @ cross.T @ best[2]

print(json.dumps({
    "dim": DIM, "train": train.ravel().tolist(), "targets": targets.ravel().tolist(),
    "asked": asked.ravel().tolist(), "noiseRatios": chosen, "predicted": np.round(predicted, 8).ravel().tolist(),
}))
