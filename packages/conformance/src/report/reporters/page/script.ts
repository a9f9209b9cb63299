export const script: string = `(${activate.toString()})()`

/** Activates the filter of the report that a document or a shadow root holds. */
// It is also the text of a script, so nothing outside of it can be named here.
export function activate(root: Document | ShadowRoot = document): void {
  const form = root.querySelector('form')!
  const [search, verdict] = [form.querySelector('input')!, form.querySelector('select')!]
  const checks = [...root.querySelectorAll<HTMLDetailsElement>('.check')]
  const texts = checks.map((check) => check.textContent!.toLowerCase())
  function show(): void {
    const words = search.value.toLowerCase().split(/\s+/)
    for (const [index, check] of checks.entries()) {
      const isChosen = ['', check.dataset['verdict']].includes(verdict.value)
      check.hidden = !isChosen || !words.every((word) => texts[index]!.includes(word))
    }
    for (const rule of root.querySelectorAll<HTMLDetailsElement>('.rule')) {
      rule.hidden = rule.querySelector('.check:not([hidden])') === null
      rule.open = search.value + verdict.value !== ''
    }
    const shown = checks.filter(({ hidden }) => !hidden).length
    form.querySelector('output')!.textContent = `${shown} of ${checks.length} checks`
  }
  form.hidden = false
  form.addEventListener('input', show)
  form.addEventListener('submit', (event) => event.preventDefault())
  show()
}
