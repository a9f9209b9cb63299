import type { ComponentChildren, VNode } from 'preact'

export const Group = ({
  title,
  children,
}: {
  title: ComponentChildren
  children?: ComponentChildren
}): VNode => (
  <section class="group">
    <h2>{title}</h2>
    {children}
  </section>
)

/** A line of a list of facts: a name, and what it is. */
export const Fact = ({ name, children }: { name: ComponentChildren; children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
