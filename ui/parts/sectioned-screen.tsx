import type { ComponentChildren } from 'preact'
import { usePage } from '../page.ts'
import { classes } from './classes.ts'
import { ScreenHead } from './screen-head.tsx'

export interface SectionLink {
  /** In the address. */
  id: string
  title: string
  detail: string
}

export interface SectionedScreenProps {
  title: string
  /** What the list of sections is called. */
  listLabel: string
  /** Of the first section’s address, without its id. */
  base: '#/settings' | '#/admin'
  sections: readonly SectionLink[]
  /** As the address has it; null: none was chosen. */
  section: string | null
  /** What the section `id` holds; of one that is not there, what is said instead. */
  part(id: string): ComponentChildren
}

/** Sections of which a phone shows the list or one, and a desktop both. */
export function SectionedScreen({ title, listLabel, base, sections, section, part }: SectionedScreenProps) {
  const { router } = usePage().state
  // What a desktop shows beside a list of which nothing was chosen.
  const id = section ?? sections[0]?.id ?? ''
  const open = sections.find((one) => one.id === id)
  return (
    <div class={classes('screen', 'settings-screen', section === null && 'settings-list')}>
      <ScreenHead title={section !== null && open ? open.title : title} onBack={router.back} />
      <nav class="settings-nav" aria-label={listLabel}>
        <ul>
          {sections.map((one) => (
            <li key={one.id}>
              <a
                class="settings-link"
                href={`${base}/${one.id}`}
                aria-current={one.id === id ? 'page' : undefined}
              >
                <span class="settings-name">{one.title}</span>
                <span class="settings-detail">{one.detail}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* Another section is another form: nothing typed in one is sent by the other. */}
      <section key={id} class="screen-body settings-part" aria-label={open?.title}>
        {part(id)}
      </section>
    </div>
  )
}
