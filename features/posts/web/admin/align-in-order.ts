/**
 * Pairs items of two lists so that the pairs are in the order of both lists and the sum of their weights is the largest
 * possible (dynamic programming, quadratic time). `weightOf` returns the weight of pairing two items; 0 means that
 * these items are never paired.
 */
export function alignInOrder(
  length: number,
  otherLength: number,
  weightOf: (index: number, other: number) => number,
): [index: number, other: number][] {
  // best[i][j] is the largest sum for the items from i on in the first list and from j on in the second.
  const best = Array.from({ length: length + 1 }, () => new Float64Array(otherLength + 1))
  const sumFrom = (i: number, j: number) => best[i]?.[j] ?? 0
  const sumWith = (i: number, j: number) => {
    const weight = weightOf(i, j)
    return weight > 0 ? weight + sumFrom(i + 1, j + 1) : 0
  }
  for (let i = length - 1; i >= 0; i--)
    for (let j = otherLength - 1; j >= 0; j--) {
      const row = best[i]
      if (row) row[j] = Math.max(sumFrom(i + 1, j), sumFrom(i, j + 1), sumWith(i, j))
    }
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < length && j < otherLength) {
    const sum = sumFrom(i, j)
    if (sum > 0 && sum === sumWith(i, j)) pairs.push([i++, j++])
    else if (sum === sumFrom(i + 1, j)) i++
    else j++
  }
  return pairs
}
