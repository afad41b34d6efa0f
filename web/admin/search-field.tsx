import { useEffect, useState } from 'react'
import { InputField } from '../ui/field.tsx'
import { searchId } from './shortcuts.tsx'

/** Ms between the last keystroke and the search. */
const searchDelay = 250

type SearchFieldProps = {
  label?: string
  /** `searchId` for the field that the `/` key focuses. Its placeholder says so. */
  id?: string
  placeholder?: string
  q: string
  onSearch: (q: string) => void
}

export function SearchField({ label = 'Search', id, placeholder, q, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(q)

  // Each search is a request, so it waits until the user pauses.
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => onSearch(typed), searchDelay)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])

  return (
    <InputField
      type="search"
      label={label}
      id={id}
      maxLength={200}
      placeholder={placeholder ?? (id === searchId ? 'Press / to search' : undefined)}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
