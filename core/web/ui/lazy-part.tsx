import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * A component of a module that is loaded when it is rendered first; until then, `waiting` is shown. It waits in a
 * boundary of its own: in a shared one, React would keep what was shown before, hidden and still loading its data.
 */
export function lazyPart<Name extends string, Module extends { [Key in Name]: ComponentType<never> }>(
  load: () => Promise<Module>,
  name: Name,
  waiting?: ReactNode,
): Module[Name] {
  // React does not know the props, which differ from part to part.
  const Part = lazy(async () => ({ default: (await load())[name] as unknown as ComponentType }))
  const withBoundary = (props: object) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
  return withBoundary as unknown as Module[Name]
}
