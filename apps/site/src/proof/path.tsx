import type { VNode } from 'preact'
import { shorten } from '../document/text.ts'
import type { Proof } from './proof.ts'

type PathStep = NonNullable<Proof['path']>['steps'][number]

/** The width of a picture, the height of a box in it, and the space between two. */
export const width = 320
export const boxHeight = 46
export const gap = 34
const cell = width / 16

/** The way from the block's hash to the document as a picture: each node names the next by its hash. */
export function MerklePath({ proof, leaf }: { proof: Proof; leaf: string }): VNode | null {
  const { block } = proof
  const { root = '', steps: path = [] } = proof.path ?? {}
  if (!block || path.length === 0) return null
  const nibbles = path.flatMap(({ nibbles }) => nibbles)
  const branches = countBranches(path)
  /** Where a step begins, below the header; a branch is less high than a box. */
  const topOf = (index: number): number =>
    (index + 2) * (boxHeight + gap) - 6 * countBranches(path.slice(0, index))
  return (
    <figure class="path">
      <svg
        viewBox={`-2 -2 ${width + 4} ${topOf(path.length) - gap + 4}`}
        aria-hidden="true"
        focusable="false"
      >
        <Box y={0} title="block hash" text={shorten(block.hash, 12, 8)} isEnd />
        <Link y={boxHeight} />
        <Box y={boxHeight + gap} title="header" text={`${root} ${named(path[0]!, 10, 6)}`} />
        <Link y={2 * boxHeight + gap} />
        {path.map((step, index) => (
          <g key={index}>
            {step.kind === 'branch' ? (
              <Branch step={step} y={topOf(index)} />
            ) : (
              <Box
                y={topOf(index)}
                title={step.kind === 'leaf' ? leaf : `extension ${step.nibbles.map(hex).join(' ')}`}
                text={named(step, 12, 8)}
                isEnd={step.kind === 'leaf'}
              />
            )}
            {index < path.length - 1 && (
              <Link
                from={step.kind === 'branch' ? (step.nibbles[0]! + 0.5) * cell : undefined}
                y={topOf(index + 1) - gap}
                says={step.kind === 'branch' && branches < 3}
              />
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        The block hash is the hash of the header; its {root} leads through{' '}
        {branches === 0 ? 'no branch' : branches === 1 ? 'one branch' : `${branches} branches`}
        {nibbles.length > 0 && `, by the nibbles ${nibbles.map(hex).join(' ')},`} to the leaf of {leaf}.
      </figcaption>
    </figure>
  )
}

interface BoxProps {
  readonly x?: number
  readonly y: number
  readonly wide?: number
  readonly title: string
  readonly text: string
  /** Whether the proof begins or ends here. */
  readonly isEnd?: boolean
  readonly isWrong?: boolean
}

/** A node of the picture: what it is, and by which hash it is named. */
export function Box({ x = 0, y, wide = width, title, text, isEnd, isWrong }: BoxProps): VNode {
  return (
    <g class={isWrong ? 'box wrong' : isEnd ? 'box end' : 'box'}>
      <rect x={x} y={y} width={wide} height={boxHeight} rx={3} />
      <text class="title" ref={fitInto(wide)} x={x + wide / 2} y={y + 19}>
        {title}
      </text>
      <text class="hash" ref={fitInto(wide)} x={x + wide / 2} y={y + 36}>
        {text}
      </text>
    </g>
  )
}

/** Makes a text of a box smaller until it fits, once the fonts are there: its width is known to the browser alone. */
const fitInto = (wide: number) => (text: SVGTextElement | null) => {
  void document.fonts.ready.then(() => {
    if (!text?.isConnected) return
    text.style.fontSize = ''
    const share = (wide - 2 * padding) / text.getComputedTextLength()
    if (share < 1) text.style.fontSize = `${share * Number.parseFloat(getComputedStyle(text).fontSize)}px`
  })
}

const padding = 5

function Branch({ step, y }: { step: PathStep; y: number }): VNode {
  const { children, nibbles } = step
  return (
    <g class="branch">
      <text x={0} y={y + 10}>
        branch
      </text>
      <text class="hash last" x={width} y={y + 10}>
        {named(step, 12, 8)}
      </text>
      {Array.from({ length: 16 }, (_, nibble) => {
        const kind = nibble === nibbles[0] ? 'taken' : children?.[nibble] ? 'there' : 'empty'
        return (
          <g key={nibble} class={kind}>
            <rect x={nibble * cell + 1} y={y + 16} width={cell - 2} height={24} rx={2} />
            <text x={(nibble + 0.5) * cell} y={y + 32}>
              {hex(nibble)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

interface LinkProps {
  readonly from?: number | undefined
  readonly to?: number
  readonly y: number
  readonly says?: boolean
}

/** A line down from a node to the next; it may say what the one is of the other. */
export const Link = ({ from = width / 2, to = width / 2, y, says = true }: LinkProps): VNode => (
  <g class="link">
    <path d={`M${from} ${y}C${from} ${y + gap * 0.65} ${to} ${y + gap * 0.35} ${to} ${y + gap}`} />
    {says && (
      <text x={Math.max(from, to) + 11} y={y + gap / 2 + 5}>
        is the hash of
      </text>
    )}
  </g>
)

const countBranches = (path: readonly PathStep[]): number =>
  path.filter(({ kind }) => kind === 'branch').length

const hex = (nibble: number): string => nibble.toString(16)

/** By which the node above names a step. */
const named = ({ hash }: PathStep, head: number, tail: number): string =>
  hash === undefined ? 'stands in the node above' : shorten(hash, head, tail)
