/** Narrows a list that is here already. */
export function Filter({
  label,
  value,
  onInput,
}: {
  label: string
  value: string
  onInput: (value: string) => void
}) {
  return (
    <input
      type="search"
      class="input"
      aria-label={label}
      placeholder={label}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}
