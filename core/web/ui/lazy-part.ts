import { type ComponentType, lazy } from 'react'

/** A component of a module that is loaded when it is rendered first */
export function lazyPart<Name extends string, Module extends { [Key in Name]: ComponentType<never> }>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  // React does not know the props, which differ from part to part.
  const part = lazy(async () => ({ default: (await load())[name] as unknown as ComponentType }))
  return part as unknown as Module[Name]
}
