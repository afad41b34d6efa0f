import type { ComponentProps, ReactNode } from 'react'

/** A name and its value in a `dl`. */
export function Fact({ name, ...value }: ComponentProps<'dd'> & { name: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...value} />
    </div>
  )
}
