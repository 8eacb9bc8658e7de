/** Colour for terminals; every function is the identity where colour is off. */
export interface Style {
  colour: boolean
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export function styleOf(colour: boolean): Style {
  const wrap = (open: number, close: number) => (text: string) =>
    colour && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    colour,
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    cyan: wrap(36, 39),
  }
}
