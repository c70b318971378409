#!/usr/bin/env python3
"""Golden values of the numerics, from numpy and scipy alone.

Run: python3 packages/engine/src/numerics/golden/generate.py > packages/engine/src/numerics/golden/golden.json
     node_modules/.bin/oxfmt --write packages/engine/src/numerics/golden/golden.json
"""
import json

import numpy as np
from scipy import special, stats
from scipy.optimize import minimize

rng = np.random.default_rng(20)
MASK = 0xFFFFFFFF


def r(array, digits=12):
    return np.round(np.asarray(array, dtype=float), digits).ravel().tolist()


def single(array):
    """Values that single precision holds exactly, so that both sides compute from the same numbers."""
    return np.asarray(array, dtype=np.float32).astype(float)


def positive():
    n = 6
    root = rng.normal(size=(n, n))
    matrix = root @ root.T + 0.5 * np.eye(n)
    right = rng.normal(size=n)
    return {
        "n": n, "matrix": matrix.ravel().tolist(), "right": right.tolist(), "factor": r(np.linalg.cholesky(matrix)),
        "solution": r(np.linalg.solve(matrix, right)), "inverse": r(np.linalg.inv(matrix)),
        "logDeterminant": float(np.linalg.slogdet(matrix)[1]),
    }


def ridge():
    x = single(rng.normal(size=(14, 4)))
    y, w, penalty = rng.normal(size=14), rng.uniform(0.5, 2, size=14), 0.7

    def solve(weights, intercept_penalty):
        a = np.hstack([x, np.ones((14, 1))])
        shrink = np.diag([penalty] * 4 + [intercept_penalty])
        return np.linalg.solve(a.T @ (weights[:, None] * a) + shrink, a.T @ (weights * y))

    return {
        "x": x.ravel().tolist(), "y": y.tolist(), "w": w.tolist(), "penalty": penalty,
        "weighted": r(solve(w, 0)), "plain": r(solve(np.ones(14), 0)), "shrunkIntercept": r(solve(w, 3.0)),
    }


def sparse():
    rows, size, lam = 9, 5, 0.2
    dense = np.where(rng.uniform(size=(rows, size)) < 0.5, rng.integers(1, 5, size=(rows, size)), 0).astype(float)
    dense[:, 0] += 1
    target, weight = rng.uniform(2, 9, size=rows), rng.uniform(0.5, 2, size=rows)
    prior = rng.uniform(0, 1, size=size)

    def loss(w):
        return np.sum(weight * ((dense @ w - target) / target) ** 2) + lam * np.sum((w - prior) ** 2)

    best = minimize(loss, prior, method="BFGS", options={"gtol": 1e-11})
    return {
        "rows": dense.tolist(), "targets": target.tolist(), "weights": weight.tolist(), "prior": prior.tolist(),
        "lambda": lam, "solution": r(best.x, 8),
    }


def axes():
    data = single(rng.normal(size=(50, 6)) * np.array([4, 2.5, 1.4, 0.7, 0.3, 0.1]) @ np.linalg.qr(rng.normal(size=(6, 6)))[0] + 1)
    mean = data.mean(axis=0)
    _, s, vt = np.linalg.svd(data - mean, full_matrices=False)
    variance = s**2 / len(data)
    return {
        "data": data.ravel().tolist(), "size": 6, "mean": r(mean), "axes": r(np.abs(vt[:3])),
        "projected": r(np.abs((data - mean) @ vt[:3].T)), "variance": r(variance[:3]),
        "shares": r(np.sqrt(variance[:3] / variance.sum())),
    }


def curves():
    predicted = single(np.round(rng.uniform(size=60), 1))
    observed = (rng.uniform(size=60) < predicted).astype(float)
    weights = rng.integers(0, 4, size=60)
    up, down = predicted[observed == 1], predicted[observed == 0]
    auc = stats.mannwhitneyu(up, down).statistic / (len(up) * len(down))
    p, o = np.repeat(predicted, weights), np.repeat(observed, weights)
    drawn = stats.mannwhitneyu(p[o == 1], p[o == 0]).statistic / ((o == 1).sum() * (o == 0).sum())
    x = np.sort(rng.uniform(size=8))
    y = rng.uniform(size=8)
    return {
        "predicted": predicted.tolist(), "observed": observed.tolist(), "weights": weights.tolist(),
        "auc": float(auc), "weightedAuc": float(drawn), "x": x.tolist(), "y": y.tolist(),
        "line": float(np.trapezoid(y, x)),
    }


def logistic():
    logits = np.array([-745.0, -40.0, -3.2, -1e-9, 0.0, 0.7, 12.0, 745.0])
    chances = np.array([0.0, 0.001, 0.25, 0.5, 0.9, 1.0])
    outcomes = np.array([0.0, 1.0, 0.25, 1.0, 0.0, 1.0])
    p = np.clip(chances, 1e-4, 1 - 1e-4)
    loss = special.rel_entr(outcomes, p) + special.rel_entr(1 - outcomes, 1 - p) + special.entr(outcomes) + special.entr(1 - outcomes)
    return {
        "logits": logits.tolist(), "sigmoid": special.expit(logits).tolist(), "chances": chances.tolist(),
        "logit": special.logit(p).tolist(), "outcomes": outcomes.tolist(), "loss": loss.tolist(),
    }


def statistics():
    values = rng.normal(size=21)
    shares = [0.0, 0.025, 0.1, 0.5, 0.77, 0.975, 1.0]
    return {
        "values": values.tolist(), "shares": shares, "interpolated": np.quantile(values, shares).tolist(),
        "orderStatistic": [float(np.sort(values)[min(20, int(share * 21))]) for share in shares],
        "median": float(np.median(values)), "mean": float(np.mean(values)), "variance": float(np.var(values, ddof=1)),
    }


def mulberry32(seed, count):
    state, out = seed & MASK, []
    for _ in range(count):
        state = (state + 0x6D2B79F5) & MASK
        mixed = ((state ^ (state >> 15)) * (state | 1)) & MASK
        mixed ^= (mixed + (((mixed ^ (mixed >> 7)) * (mixed | 61)) & MASK)) & MASK
        out.append((mixed ^ (mixed >> 14)) / 2**32)
    return out


def splitmix32(seed, count):
    state, out = seed & MASK, []
    for _ in range(count):
        state = (state + 0x9E3779B9) & MASK
        z = state
        z = ((z ^ (z >> 16)) * 0x21F0AAAD) & MASK
        z = ((z ^ (z >> 15)) * 0x735A2D97) & MASK
        out.append((z ^ (z >> 15)) / 2**32)
    return out


def random():
    seeds = [0, 1, 42, 4294967295, -7]
    return {
        "seeds": seeds, "mulberry32": [mulberry32(seed, 5) for seed in seeds],
        "splitmix32": [splitmix32(seed, 5) for seed in seeds],
    }


print(json.dumps({
    "positive": positive(), "ridge": ridge(), "sparse": sparse(), "axes": axes(), "curves": curves(),
    "logistic": logistic(), "statistics": statistics(), "random": random(),
}))
