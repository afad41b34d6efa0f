export function PlannerTab({ query: _ }: { query: URLSearchParams }) {
  return <h2>Days that could work</h2>
}
