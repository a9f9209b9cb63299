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
  const branches = path.filter(({ kind }) => kind === 'branch').length
  const drawn = layOut(path)
  return (
    <figure class="path">
      <svg viewBox={`-2 -2 ${width + 4} ${drawn.height + 4}`} aria-hidden="true" focusable="false">
        <Box y={0} title="block hash" text={shorten(block.hash, 12, 8)} isEnd />
        <Link from={width / 2} y={boxHeight} says="is the hash of" />
        <Box y={boxHeight + gap} title="header" text={`${root} ${named(path[0]!, 10, 6)}`} />
        <Link from={width / 2} y={2 * boxHeight + gap} says="is the hash of" />
        {drawn.parts.map(({ step, y, from, to, isLast }) => (
          <g key={y}>
            {step.kind === 'branch' ? (
              <Branch step={step} y={y} />
            ) : (
              <Box
                y={y}
                title={step.kind === 'leaf' ? leaf : `extension ${step.nibbles.map(hex).join(' ')}`}
                text={named(step, 12, 8)}
                isEnd={step.kind === 'leaf'}
              />
            )}
            {!isLast && <Curve from={from} y={to} says={step.kind === 'branch' && branches < 3} />}
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

interface Part {
  readonly step: PathStep
  readonly y: number
  /** Where the line to the next part begins. */
  readonly from: number
  readonly to: number
  readonly isLast: boolean
}

function layOut(path: readonly PathStep[]): { parts: Part[]; height: number } {
  let y = 2 * (boxHeight + gap)
  const parts = path.map((step, index): Part => {
    const height = step.kind === 'branch' ? boxHeight - 6 : boxHeight
    const top = y
    y += height + gap
    const from = step.kind === 'branch' ? (step.nibbles[0]! + 0.5) * cell : width / 2
    return { step, y: top, from, to: top + height, isLast: index === path.length - 1 }
  })
  return { parts, height: y - gap }
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
      <text class="title start" x={0} y={y + 10}>
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

/** A line straight down from a node to the next, and what the one is of the other. */
export function Link({ from, y, says }: { from: number; y: number; says: string }): VNode {
  return (
    <g class="link">
      <path d={`M${from} ${y}v${gap}`} />
      <text x={from + 10} y={y + gap / 2 + 4}>
        {says}
      </text>
    </g>
  )
}

export function Curve({
  from,
  to = width / 2,
  y,
  says = false,
}: {
  from: number
  to?: number
  y: number
  says?: boolean
}): VNode {
  return (
    <g class="link">
      <path d={`M${from} ${y}C${from} ${y + gap * 0.65} ${to} ${y + gap * 0.35} ${to} ${y + gap}`} />
      {says && (
        <text x={Math.max(from, to) + 12} y={y + gap / 2 + 6}>
          is the hash of
        </text>
      )}
    </g>
  )
}

const hex = (nibble: number): string => nibble.toString(16)

/** By which the node above names a step. */
const named = ({ hash }: PathStep, head: number, tail: number): string =>
  hash === undefined ? 'stands in the node above' : shorten(hash, head, tail)
