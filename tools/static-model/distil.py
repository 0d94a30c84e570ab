"""From the teacher's hidden states to one vector per WordPiece. Settings and their measured effects: README.md."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from teacher import MOST_PIECES, Teacher, batches

FREQUENT = 100
PRIOR_OCCURRENCES = 5
SIF = 1e-3
SOFTNESS = 0.25
KL_STEPS, KL_BATCH, KL_TEMPERATURE, KL_SHARE = 500, 1024, 0.05, 0.8
PAIR_STEPS, PAIR_BATCH, PAIR_TEMPERATURE, PAIR_SHARE, PAIR_KL_BATCH = 600, 768, 0.05, 0.75, 512
STEP_OF_DEVIATION = 0.02


@dataclass
class Read:
    """What the teacher said: a mean per piece (zeros where none occurs), how often each occurs, the vector of each passage, and their mean."""

    means: np.ndarray
    counts: np.ndarray
    passages: np.ndarray
    center: np.ndarray


class pooled:
    """Bags of pieces, weighted as the static model weights them: ln(1 + count)."""

    @staticmethod
    def bags(teacher: Teacher, texts) -> sparse.csr_matrix:
        rows, columns, values = [], [], []
        for row, text in enumerate(texts):
            ids, counts = np.unique(teacher.tokenizer.ids(text), return_counts=True)
            rows += [row] * len(ids)
            columns += ids.tolist()
            values += np.log1p(counts).tolist()
        return sparse.csr_matrix((np.array(values, dtype=np.float32), (rows, columns)), shape=(len(texts), teacher.tokenizer.size))

    @staticmethod
    def pair_bags(teacher: Teacher, pairs):
        return pooled.bags(teacher, [left for left, _ in pairs]), pooled.bags(teacher, [right for _, right in pairs])


def unit(x: np.ndarray) -> np.ndarray:
    return x / np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), 1e-9)


def contextual_means(teacher: Teacher, texts: list[str], log) -> Read:
    """The last hidden state at each piece, divided by the norm of its passage's mean, averaged over all occurrences; the mean passage is subtracted."""
    rows = [teacher.tokenizer.ids(text)[:MOST_PIECES] for text in texts]
    sums = np.zeros((teacher.tokenizer.size, teacher.width), dtype=np.float64)
    counts = np.zeros(teacher.tokenizer.size, dtype=np.int64)
    center = np.zeros(teacher.width, dtype=np.float64)
    passages = np.zeros((len(rows), teacher.width), dtype=np.float32)
    done = 0
    for batch, hidden in batches(teacher, rows):
        mean = hidden.mean(axis=1)
        scale = np.linalg.norm(mean, axis=1)
        center += (mean / scale[:, None]).sum(axis=0)
        passages[batch] = unit(teacher.pooled(hidden))
        ids = np.array([rows[one] for one in batch]).ravel()
        np.add.at(sums, ids, (hidden[:, 1:-1] / scale[:, None, None]).reshape(-1, teacher.width))
        np.add.at(counts, ids, 1)
        if (done + len(batch)) // 10_000 > done // 10_000:
            log(f"read {done + len(batch)} of {len(rows)} passages")
        done += len(batch)
    center = (center / max(1, done)).astype(np.float32)
    means = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None] - center, 0)
    passages -= passages[[at for at in range(len(rows)) if rows[at]]].mean(axis=0)
    return Read(means.astype(np.float32), counts, passages, center)


def with_prior(teacher: Teacher, read: Read, only_seen: bool = False) -> np.ndarray:
    """Pieces alone, mapped linearly to where frequent pieces stand in context, as a prior of five occurrences; one map for whole words, one for ## pieces."""
    size = teacher.tokenizer.size
    alone = np.zeros_like(read.means)
    wanted = np.flatnonzero(read.counts > 0) if only_seen else np.arange(size)
    for at in range(0, len(wanted), 512):
        ids = wanted[at : at + 512].tolist()
        hidden = teacher.hidden([[one] for one in ids])
        alone[ids] = hidden[:, 1] / np.linalg.norm(hidden.mean(axis=1), axis=1)[:, None] - read.center
    vocabulary = teacher.tokenizer.vocabulary()
    inner = np.array([piece.startswith("##") for piece in vocabulary])
    prior = np.zeros_like(alone)
    frequent = min(FREQUENT, int(np.sort(read.counts)[-2000]))
    for kind in (inner, ~inner):
        seen = kind & (read.counts >= max(2, frequent))
        ridge = 1e-2 * np.eye(alone.shape[1], dtype=np.float32) * max(1, seen.sum())
        system = alone[seen].T @ alone[seen] + (ridge if seen.sum() < 4 * alone.shape[1] else 1e-6 * ridge)
        prior[kind] = alone[kind] @ np.linalg.solve(system, alone[seen].T @ read.means[seen])
    weight = read.counts[:, None] / (read.counts[:, None] + PRIOR_OCCURRENCES)
    matrix = weight * read.means + (1 - weight) * prior
    matrix[[piece.startswith("[") and piece.endswith("]") and len(piece) > 2 for piece in vocabulary]] = 0
    return matrix.astype(np.float32)


def soft_whitening(matrix: np.ndarray, counts: np.ndarray, bags: sparse.csr_matrix) -> np.ndarray:
    """Weighted by rarity, a / (a + p), then turned to the principal axes of passages, each divided by its variance to the 0.25."""
    p = counts / max(1, counts.sum())
    matrix = matrix * (SIF / (SIF + p))[:, None].astype(np.float32)
    vectors = unit(bags @ matrix)
    variances, axes = np.linalg.eigh(np.cov(vectors.T))
    order = np.argsort(variances)[::-1]
    return (matrix @ axes[:, order] / np.maximum(variances[order], 1e-9) ** SOFTNESS).astype(np.float32)


def by_importance(matrix: np.ndarray, bags: sparse.csr_matrix) -> np.ndarray:
    """Turned to the principal axes of the passages' vectors, the greatest first: a prefix of the dimensions is a model of its own. Cosines stay as they are."""
    vectors = unit(bags @ matrix)
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    return (matrix @ axes[:, ::-1]).astype(np.float32)


def distil(matrix, read: Read, bags, pair_bags, rng, steps: float, log) -> np.ndarray:
    teacher = unit(read.passages)
    kl_steps, pair_steps = max(1, int(KL_STEPS * steps)), max(1, int(PAIR_STEPS * steps))
    rows = np.flatnonzero(np.asarray(bags.sum(axis=1)).ravel() > 0)

    def kl(present, size):
        chosen = rng.choice(rows, min(size, len(rows)), replace=False)
        return kl_gradient(present, bags[chosen], teacher[chosen])

    moved = adam(matrix, kl_steps, lambda present: kl(present, KL_BATCH))
    matrix = matrix + KL_SHARE * (moved - matrix)
    log(f"{kl_steps} steps towards the teacher's similarities")
    left, right = pair_bags

    def contrast(present):
        chosen = rng.choice(left.shape[0], min(PAIR_BATCH, left.shape[0]), replace=False)
        return pair_gradient(present, left[chosen], right[chosen]) + kl(present, PAIR_KL_BATCH)

    moved = adam(matrix, pair_steps, contrast)
    log(f"{pair_steps} steps towards pairs that belong together")
    return matrix + PAIR_SHARE * (moved - matrix)


def adam(start: np.ndarray, steps: int, gradient) -> np.ndarray:
    matrix = start.copy()
    step = STEP_OF_DEVIATION * float(start[np.abs(start).sum(axis=1) > 0].std())
    first, second = np.zeros_like(matrix), np.zeros_like(matrix)
    for n in range(1, steps + 1):
        slope = gradient(matrix)
        first += 0.1 * (slope - first)
        second += 0.001 * (slope * slope - second)
        rate = step * (1 - 0.9 * n / steps)
        matrix -= rate * (first / (1 - 0.9**n)) / (np.sqrt(second / (1 - 0.999**n)) + 1e-12)
    return matrix


def softmax(x: np.ndarray) -> np.ndarray:
    x = np.exp(x - x.max(axis=1, keepdims=True))
    return x / x.sum(axis=1, keepdims=True)


def through_unit(bags, sums: np.ndarray, slope: np.ndarray) -> np.ndarray:
    """The slope by the matrix, from the slope by unit vectors of bags."""
    norms = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    vectors = sums / norms
    return np.asarray(bags.T @ ((slope - vectors * (slope * vectors).sum(axis=1, keepdims=True)) / norms), dtype=np.float32)


def kl_gradient(matrix, bags, teacher) -> np.ndarray:
    """Of KL(teacher ‖ student), softmax over the cosines within the batch, a text with itself left out."""
    sums = bags @ matrix
    vectors = unit(sums)
    self_ = -1e9 * np.eye(len(vectors), dtype=np.float32)
    wanted = softmax(teacher @ teacher.T / KL_TEMPERATURE + self_)
    slope = (softmax(vectors @ vectors.T / KL_TEMPERATURE + self_) - wanted) / (len(vectors) * KL_TEMPERATURE)
    return through_unit(bags, sums, (slope + slope.T) @ vectors)


def pair_gradient(matrix, left, right) -> np.ndarray:
    """Of the contrast of each pair with all others of the batch, in both directions."""
    a, b = left @ matrix, right @ matrix
    x, y = unit(a), unit(b)
    cosines = x @ y.T / PAIR_TEMPERATURE
    same = np.eye(len(x), dtype=np.float32)
    slope = ((softmax(cosines) - same) + (softmax(cosines.T) - same).T) / (2 * len(x) * PAIR_TEMPERATURE)
    return through_unit(left, a, slope @ y) + through_unit(right, b, slope.T @ x)
