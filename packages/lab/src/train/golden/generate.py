#!/usr/bin/env python3
"""Golden values of the numerics, from numpy and scipy alone.

Run: python3 packages/lab/src/train/golden/generate.py > packages/lab/src/train/golden/golden.json
"""
import json
import numpy as np
from scipy.optimize import minimize

rng = np.random.default_rng(7)


def r(array, digits=10):
    return np.round(np.asarray(array, dtype=float), digits).tolist()


def platt():
    logits = rng.normal(size=40) * 2
    scores = (rng.uniform(size=40) < 1 / (1 + np.exp(-(0.6 * logits + 0.3)))).astype(float)
    weights = rng.uniform(0.5, 1.5, size=40)

    def loss(p):
        z = p[0] * logits + p[1]
        nll = np.sum(weights * (np.logaddexp(0, z) - scores * z))
        return nll + 10 * ((p[0] - 1) ** 2 + p[1] ** 2)

    best = minimize(loss, [1, 0], method="BFGS", options={"gtol": 1e-10})
    return {"logits": r(logits), "scores": r(scores), "weights": r(weights), "scale": best.x[0], "shift": best.x[1]}


def ability():
    n, k = 60, 3
    loadings = np.hstack([rng.normal(size=(n, k)), rng.normal(size=(n, 1))]).astype(np.float32)
    truth = np.array([0.8, -0.5, 0.3])
    chance = 1 / (1 + np.exp(-(loadings[:, :k] @ truth + loadings[:, k])))
    scores = (rng.uniform(size=n) < chance).astype(float)
    mean = np.array([0.1, 0.0, -0.1])
    sd = np.array([0.5, 0.7, 1.0])

    def loss(t):
        z = loadings[:, :k] @ t + loadings[:, k]
        return np.sum(np.logaddexp(0, z) - scores * z) + 0.5 * np.sum(((t - mean) / sd) ** 2)

    best = minimize(loss, mean, method="BFGS", options={"gtol": 1e-9})
    p = 1 / (1 + np.exp(-(loadings[:, :k] @ best.x + loadings[:, k])))
    h = (loadings[:, :k] * (p * (1 - p))[:, None]).T @ loadings[:, :k] + np.diag(1 / sd**2)
    return {
        "loadings": r(loadings.ravel()), "count": n, "loadingCount": k + 1, "scores": r(scores),
        "priorMean": r(mean), "priorDeviation": r(sd), "theta": r(best.x), "thetaSd": r(1 / np.sqrt(np.diag(h))),
    }


def conditioning():
    d, f = 6, 2
    weights = rng.normal(size=(d, f))
    noise = rng.uniform(0.2, 1, size=d)
    mean = rng.normal(size=d)
    observed, values = [1, 3, 4], [0.4, -1.1, 0.9]
    cov = weights @ weights.T + np.diag(noise)
    gain = cov[:, observed] @ np.linalg.inv(cov[np.ix_(observed, observed)])
    post_mean = mean + gain @ (np.array(values) - mean[observed])
    post_cov = cov - gain @ cov[observed, :]
    hidden = [0, 2, 5]
    return {
        "weights": r(weights.ravel()), "noise": r(noise), "mean": r(mean), "factorSize": f, "observed": observed,
        "values": values, "hidden": hidden, "hiddenMean": r(post_mean[hidden]), "hiddenVariance": r(np.diag(post_cov)[hidden]),
    }


def tokens():
    texts = [[0, 1, 1], [2], [3, 0], [4, 2, 1, 0], [3, 3]]
    v, d, penalty = 5, 2, 0.3
    x = np.zeros((len(texts), v))
    for row, ids in enumerate(texts):
        for token in ids:
            x[row, token] += 1 / len(ids)
    start = rng.normal(size=(v, d)).astype(np.float32)
    target = rng.normal(size=(len(texts), d)).astype(np.float32)
    fitted = start + np.linalg.solve(x.T @ x + penalty * np.eye(v), x.T @ (target - x @ start))
    return {"texts": texts, "start": r(start.ravel()), "targets": r(target.ravel()), "width": d, "penalty": penalty, "fitted": r(fitted.ravel())}


print(json.dumps({"platt": platt(), "ability": ability(), "conditioning": conditioning(), "tokens": tokens()}))
