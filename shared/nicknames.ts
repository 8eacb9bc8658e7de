import type { Random } from './ids.ts'

/** What sessions are called where nobody chose. Short, easy to say and to type on a phone. */
const NAMES = (
  'ada alba alto anna arlo aria basil bela birch bruno cleo clara cora dara dina dora echo eddy elka elsa emil enzo ' +
  'ezra fern finn fiona flora gale gina gus hana hazel hugo ida ines iris ivy jade jana juno kai kira koa lara lena ' +
  'leo lina lola luna mae mara maya milo mira mona nara nico nina nora olga onyx otto pia pine piper quinn rafa remy ' +
  'rhea rio rosa ruby sage sami sasha selma sol suki tara tess theo tina toby uma vera vida wren yara yuki zara zoe'
).split(' ')

/** A free name; when all are taken, one of them with the first free number. */
export function pickNickname(taken: ReadonlySet<string>, random: Random): string {
  const start = numberOf(random, NAMES.length)
  for (let i = 0; i < NAMES.length; i++) {
    const name = NAMES[(start + i) % NAMES.length] ?? 'ada'
    if (!taken.has(name)) return name
  }
  const base = NAMES[start] ?? 'ada'
  for (let n = 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}

function numberOf(random: Random, below: number): number {
  const [high = 0, low = 0] = random(2)
  return ((high << 8) | low) % below
}
