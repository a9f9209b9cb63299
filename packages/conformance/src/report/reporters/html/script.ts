/** The script of the page: it filters the checks, opens the one an address names, and copies lines. */
export const script: string = `(${act.toString()})()`

// Runs in the page alone: nothing outside of it can be named here.
function act(): void {
  const form = document.querySelector<HTMLFormElement>('form.filter')!
  const checks = [...document.querySelectorAll<HTMLDetailsElement>('details.check')]
  const groups = [...document.querySelectorAll<HTMLElement>('.group')]
  const count = form.querySelector('output')!
  const boxes = (name: string) => [...form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)]
  const chosen = (name: string) => new Set(boxes(name).flatMap((box) => (box.checked ? [box.value] : [])))
  const search = form.querySelector<HTMLInputElement>('input[type=search]')!
  const rules = form.querySelector('select')!
  const texts = checks.map((check) => check.textContent!.toLowerCase())

  function show(): void {
    const [verdicts, levels] = [chosen('verdict'), chosen('level')]
    const words = search.value.toLowerCase().split(/\s+/)
    let shown = 0
    for (const [index, check] of checks.entries()) {
      const { verdict, level, rule } = check.dataset
      const fits =
        verdicts.has(verdict!) &&
        levels.has(level!) &&
        (rules.value === '' || rules.value === rule) &&
        words.every((word) => texts[index]!.includes(word))
      check.hidden = !fits
      if (fits) shown++
    }
    for (const group of groups) group.hidden = group.querySelector('.check:not([hidden])') === null
    count.textContent = `${shown} of ${checks.length} checks`
  }

  // Chooses every check of one verdict and one rule; of all without them.
  function choose(verdict?: string, rule = ''): void {
    for (const box of boxes('verdict')) box.checked = verdict === undefined || box.value === verdict
    for (const box of boxes('level')) box.checked = true
    search.value = ''
    rules.value = rule
    show()
  }

  function openNamed(): void {
    const named = checks.find((check) => `#${check.id}` === location.hash)
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
  window.addEventListener('hashchange', openNamed)
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-choose]'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      choose(link.dataset['choose'], link.dataset['rule'])
      document.querySelector('#checks')!.scrollIntoView()
    })
  show()
  openNamed()
}
