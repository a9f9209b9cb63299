export const script: string = `(${activate.toString()})()`

/**
 * Activates a rendered report: it filters the checks, opens the one that an address or a square names, and copies lines.
 *
 * @param root the document, or the shadow root that the report is in.
 */
// It is also the text of a script, so nothing outside of it can be named here.
export function activate(root: Document | ShadowRoot = document): void {
  const form = root.querySelector<HTMLFormElement>('form.filter')!
  const checks = [...root.querySelectorAll<HTMLDetailsElement>('details.check')]
  const groups = [...root.querySelectorAll<HTMLElement>('.group')]
  const boxes = (name: string) => [...form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)]
  const chosen = (name: string) => new Set(boxes(name).flatMap((box) => (box.checked ? [box.value] : [])))
  const search = form.querySelector<HTMLInputElement>('input[type=search]')!
  const rules = form.querySelector('select')!
  const texts = checks.map((check) => check.textContent!.toLowerCase())

  function show(): void {
    const [verdicts, levels] = [chosen('verdict'), chosen('level')]
    const words = search.value.toLowerCase().split(/\s+/)
    for (const [index, check] of checks.entries()) {
      const { verdict, level, rule } = check.dataset
      const isChosen = verdicts.has(verdict!) && levels.has(level!) && ['', rule].includes(rules.value)
      check.hidden = !isChosen || !words.every((word) => texts[index]!.includes(word))
    }
    for (const group of groups) group.hidden = group.querySelector('.check:not([hidden])') === null
    const shown = checks.filter((check) => !check.hidden).length
    form.querySelector('output')!.textContent = `${shown} of ${checks.length} checks`
  }

  // Chooses every check of one verdict and one rule; of all without them.
  function choose(verdict?: string, rule = ''): void {
    for (const box of boxes('verdict')) box.checked = verdict === undefined || box.value === verdict
    for (const box of boxes('level')) box.checked = true
    search.value = ''
    rules.value = rule
    show()
  }

  function openNamed(hash: string): void {
    const named = checks.find((check) => `#${check.id}` === hash)
    if (named === undefined) return
    if (named.hidden) choose()
    named.open = true
    named.scrollIntoView()
    named.querySelector('summary')!.focus({ preventScroll: true })
  }

  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has this one function
  async function copy(button: HTMLButtonElement): Promise<void> {
    const line = button.closest('.line')!.querySelector('pre')!
    try {
      await navigator.clipboard.writeText(line.textContent!.trim())
      button.textContent = 'Copied'
    } catch {
      getSelection()!.selectAllChildren(line) // a browser that lets no page from a file write there
      button.textContent = 'Selected'
    }
  }

  form.hidden = false
  form.addEventListener('input', show)
  form.addEventListener('submit', (event) => event.preventDefault())
  for (const button of root.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
  for (const link of root.querySelectorAll<HTMLAnchorElement>('#matrix a'))
    link.addEventListener('click', (event) => {
      const { choose: verdict, rule } = link.dataset
      if (verdict === undefined && root === document) return // the address names the check
      event.preventDefault()
      if (verdict === undefined) return openNamed(link.hash)
      choose(verdict, rule)
      root.querySelector('#checks')!.scrollIntoView()
    })
  show()
  if (root !== document) return
  window.addEventListener('hashchange', () => openNamed(location.hash))
  openNamed(location.hash)
}
