import { useEffect, useState } from 'react'
import { InputField } from '../ui/field.tsx'
import { searchId } from './shortcuts.tsx'

/** Ms between the last keystroke and the search. */
const searchDelay = 250

type SearchFieldProps = {
  label?: string
  /** Pass `searchId` for the field that the `/` key focuses. The placeholder should mention the key. */
  id?: string
  placeholder?: string
  q: string
  onSearch: (q: string) => void
}

export function SearchField({ label = 'Search', id, placeholder, q, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(q)

  // Debounced, because each search is a request.
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
