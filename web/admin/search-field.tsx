import { useEffect, useId, useState } from 'react'

/** Ms after the last letter until the search is sent. */
const searchDelay = 250

type SearchFieldProps = {
  label?: string
  /** Where the `/` key has to find it. */
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
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  )
}
