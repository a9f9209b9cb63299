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
export const Chunks = (list: Props): VNode => (
  <div class="chunks" data-count={list.count}>
    {Array.from({ length: Math.ceil(list.count / list.each) }, (_, index) => (
      <Chunk key={index} index={index} {...list} />
    ))}
  </div>
)

function Chunk({ index, count, each, height, children }: Props & { readonly index: number }): VNode {
  const place = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(index === 0)
  const [made, setMade] = useState(proof.peek())
  const isWindowed = count > window
  const from = index * each
  const length = Math.min(each, count - from)
  useLayoutEffect(() => {
    const element = place.current!
    element.style.setProperty('--size', `${length * height}px`) // the page's policy allows no style in its markup
    if (!isWindowed) {
      const timer = setTimeout(() => setDrawn(true), index)
      return () => clearTimeout(timer)
    }
    const observer = new IntersectionObserver(([entry]) => setDrawn(entry!.isIntersecting), {
      rootMargin: '1500px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [length, isWindowed])
  // A proof marks each chunk in a separate task, so that none is long.
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
  return (
    <div class={isDrawn || !isWindowed ? 'chunk' : 'chunk far'} ref={place}>
      {isDrawn && Array.from({ length }, (_, at) => children(from + at, made))}
    </div>
  )
}
