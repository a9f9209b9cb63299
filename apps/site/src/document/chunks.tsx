import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Lists longer than this are only drawn where the reader is. */
export const window = 2_000

interface Props {
  readonly count: number
  /** Lines a chunk. */
  readonly each: number
  /** What a line is high, about, in pixels: the place that is kept for those that are not drawn yet. */
  readonly height: number
  readonly children: (index: number) => ComponentChildren
}

/**
 * A long list in chunks: the first at once, the others one by one when the browser has time for them, so that no task
 * is long. Of a list above the window, only the chunks that are near to what is seen.
 */
export function Chunks({ count, each, height, children }: Props): VNode {
  const chunks = Math.ceil(count / each)
  const isWindowed = count > window
  const [drawn, setDrawn] = useState(1)
  useEffect(() => {
    if (isWindowed || drawn >= chunks) return
    const timer = setTimeout(() => setDrawn(drawn + 1), 0)
    return () => clearTimeout(timer)
  }, [drawn, chunks, isWindowed])
  return (
    <div class="chunks" data-count={count}>
      {Array.from({ length: chunks }, (_, chunk) => {
        const from = chunk * each
        const to = Math.min(count, from + each)
        const draw = (): ComponentChildren =>
          Array.from({ length: to - from }, (_, index) => children(from + index))
        const size = (to - from) * height
        if (isWindowed) return <Seen key={chunk} size={size} draw={draw} isFirst={chunk === 0} />
        return (
          <div key={chunk} class="chunk" ref={keepPlace(size)}>
            {chunk < drawn && draw()}
          </div>
        )
      })}
    </div>
  )
}

/** Sets the place that is kept for a chunk; by script, since the page's policy allows no style in its markup. */
const keepPlace =
  (size: number) =>
  (element: HTMLElement | null): void =>
    element?.style.setProperty('--size', `${size}px`)

/** A chunk that is drawn while it is near to what is seen. */
function Seen({
  size,
  draw,
  isFirst,
}: {
  size: number
  draw: () => ComponentChildren
  isFirst: boolean
}): VNode {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(isFirst)
  useEffect(() => {
    const element = place.current!
    keepPlace(size)(element)
    const observer = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      rootMargin: '1500px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [size])
  return (
    <div class={isNear ? 'chunk' : 'chunk far'} ref={place}>
      {isNear && draw()}
    </div>
  )
}
