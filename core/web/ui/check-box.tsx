import type { ComponentProps } from 'react'

export function CheckBox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}
