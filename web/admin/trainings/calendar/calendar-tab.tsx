export function CalendarTab({ query: _ }: { query: URLSearchParams }) {
  return <h2>Calendar</h2>
}
