import { useEffect, useId, useState } from 'react'
import { searchId } from './shortcuts.tsx'

/** Ms after the last letter until the search is sent. */
const searchDelay = 250

type SearchFieldProps = {
  label?: string
  /** `searchId` for the field that the `/` key leads to; it says so. */
  id?: string
  placeholder?: string
  q: string
  onSearch: (q: string) => void
}

export function SearchField({ label = 'Search', id: given, placeholder, q, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(q)
  const own = useId()
  const id = given ?? own

  // Waits for the end of a word: the list is asked for over the network.
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => onSearch(typed), searchDelay)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        type="search"
        id={id}
        className="field-control"
        maxLength={200}
        placeholder={placeholder ?? (id === searchId ? 'Press / to search' : undefined)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  )
}
