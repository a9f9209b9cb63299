import type { InputHTMLAttributes, VNode } from 'preact'

/** An input for a text that the browser neither corrects nor remembers; with `rows`, of several lines. */
export function TextInput({
  onText,
  rows,
  ...others
}: {
  readonly value: string
  readonly onText: (text: string) => void
  readonly rows?: number | undefined
} & InputHTMLAttributes): VNode {
  const Tag = (rows ? 'textarea' : 'input') as 'input'
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    onText(currentTarget.value)
  return (
    <Tag
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      {...others}
      {...(rows && { rows })}
      onInput={onInput}
    />
  )
}
