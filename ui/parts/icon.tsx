/** Strokes on a 16 px grid, 1.5 px wide, drawn by hand. */
const STROKES = {
  again: 'M13 8a5 5 0 1 1-1.6-3.700M13 2.500v3h-3',
  back: 'M9.5 3 4.5 8l5 5',
  chevron: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 5.5h6.5V13H6zM3.5 10.5V3h6.5',
  edit: 'M3 13l.7-3L11 2.7 13.3 5 6 12.3zM9.5 4.2l2.3 2.3',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  fetch: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M2.5 8h11M8 2.5c-3 3-3 8 0 11M8 2.5c3 3 3 8 0 11',
  foot: 'M8 3v9M4 8.5 8 12.5l4-4M3.5 14.5h9',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  move: 'M2.5 8h10M9 4.5 12.5 8 9 11.5',
  pause: 'M6 4v8M10 4v8',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4.5 9.5h7l-2-3v-4M8 9.5v4.5',
  plan: 'M6.5 4h7M6.5 8h7M6.5 12h7M2.8 4h.01M2.8 8h.01M2.8 12h.01',
  plus: 'M8 3v10M3 8h10',
  resume: 'M5 3.5v9L12 8z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2',
  send: 'M8 13.5v-11M3.5 7 8 2.5 12.5 7',
  stop: 'M4.5 4.5h7v7h-7z',
  terminal: 'M3 4.5 6.5 8 3 11.5M8 12h5',
  think: 'M3 10.5c0-4 2-7 5-7s5 2 5 4.5-2 4-4 4-3-1-3-2.3S7 7.5 8 7.5',
  tool: 'M8 3.2v9.6M3.2 8h9.6M4.6 4.6l6.8 6.8M11.4 4.6l-6.8 6.8',
  undo: 'M3 6h6.5a3.5 3.5 0 0 1 0 7H5M6 3 3 6l3 3',
  delete: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  up: 'M3.5 10 8 5.5 12.5 10',
  warning: 'M8 3v6.5M8 12.5h.01',
} as const

export type IconName = keyof typeof STROKES

/** Decoration beside words, or inside something that has a name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  )
}
