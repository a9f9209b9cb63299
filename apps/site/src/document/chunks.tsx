import { type Signal, useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Proof } from '../proof/proof.ts'
import { proof } from '../proof/prover.ts'

/** Lists longer than this are only drawn where the reader is. */
export const window = 2_000

interface Props {
  readonly count: number
  /** Lines a chunk. */
  readonly each: number
  /** The approximate height of a line in pixels, for lines that are not drawn yet. */
  readonly height: number
  /** A line, and the proof by which it is marked. */
  readonly children: (index: number, made: Proof | undefined) => ComponentChildren
}

/**
 * A long list in chunks: the first at once, the others one by one, so that no task is long. Of a list above the window only the chunks
 * near the visible part are drawn.
 */
export function Chunks({ count, each, height, children }: Props): VNode {
  const chunks = Math.ceil(count / each)
  const isWindowed = count > window
  const drawn = useSignal(1) // a signal, so that the next chunk does not draw those before it again
  useEffect(() => {
    if (isWindowed) return
    const timer = setInterval(() => {
      drawn.value += 1
      if (drawn.value >= chunks) clearInterval(timer)
    }, 0)
    return () => clearInterval(timer)
  }, [chunks, isWindowed])
  return (
    <div class="chunks" data-count={count}>
      {Array.from({ length: chunks }, (_, chunk) => {
        const from = chunk * each
        const to = Math.min(count, from + each)
        const draw: Draw = (made) =>
          Array.from({ length: to - from }, (_, index) => children(from + index, made))
        return <Chunk key={chunk} size={(to - from) * height} {...{ draw, chunk, drawn, isWindowed }} />
      })}
    </div>
  )
}

function Chunk({
  size,
  draw,
  chunk,
  drawn,
  isWindowed,
}: {
  size: number
  draw: Draw
  chunk: number
  drawn: Signal<number>
  isWindowed: boolean
}): VNode {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useSignal(chunk === 0)
  const isDrawn = useComputed(() => (isWindowed ? isNear.value : chunk < drawn.value))
  useLayoutEffect(() => {
    const element = place.current!
    element.style.setProperty('--size', `${size}px`) // the page's policy allows no style in its markup
    if (!isWindowed) return
    const observer = new IntersectionObserver(([entry]) => (isNear.value = entry!.isIntersecting), {
      rootMargin: '1500px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [size, isWindowed])
  return (
    <div class={isWindowed && !isDrawn.value ? 'chunk far' : 'chunk'} ref={place}>
      {isDrawn.value && <Marked draw={draw} />}
    </div>
  )
}

type Draw = (made: Proof | undefined) => ComponentChildren

/** The lines of a chunk. A proof marks each chunk in a separate task, so that none is long. */
function Marked({ draw }: { draw: Draw }): VNode {
  const [made, setMade] = useState(proof.peek())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = proof.subscribe((now) => {
      clearTimeout(timer)
      timer = setTimeout(() => setMade(now), 0)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])
  return <>{draw(made)}</>
}
