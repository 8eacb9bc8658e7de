/** The stub's words carry their place, so that a gap shows: `one1 two2 three3`. */

/** How many words were said, from the first on and in their order; -1 when one is missing, twice there or misplaced. */
export function wordsSaid(text: string): number {
  const places = [...text.matchAll(/[a-z](\d+)\b/g)].map(([, digits]) => Number(digits))
  return places.every((place, n) => place === n + 1) ? places.length : -1
}
