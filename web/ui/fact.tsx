import type { ComponentProps, ReactNode } from 'react'

/** One name and value in a `dl` */
export function Fact({ name, ...value }: ComponentProps<'dd'> & { name: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...value} />
    </div>
  )
}
