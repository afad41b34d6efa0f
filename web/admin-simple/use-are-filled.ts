import { useEffect, useState } from 'react'

/**
 * True once none of the fields is empty, and always without script: then the response to the form says what is missing.
 * The fields are part of the server's page, so they are found by their ids.
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
