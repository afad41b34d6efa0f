import { useEffect, useState } from 'react'

/**
 * True if none of the fields is empty. Starts as true, so that the button also works without JavaScript; the server's
 * response then says what is missing. The fields are server-rendered HTML outside this island, so they are looked up
 * by id.
 */
export function useAreFilled(...ids: string[]): boolean {
  const [areFilled, setFilled] = useState(true)
  const key = ids.join(' ')
  useEffect(() => {
    const fields = key.split(' ').flatMap((id) => document.getElementById(id) ?? []) as (
      | HTMLInputElement
      | HTMLTextAreaElement
    )[]
    const check = () => setFilled(fields.every((field) => field.value.trim() !== ''))
    check()
    for (const field of fields) field.addEventListener('input', check)
    return () => {
      for (const field of fields) field.removeEventListener('input', check)
    }
  }, [key])
  return areFilled
}
