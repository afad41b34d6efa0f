import { createContext, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PostValues } from './post-values.ts'
import type { Proposals } from './use-proposals.ts'

/** Adds a button to a field of the post form, and something below the field. */
export type UseTool = (
  form: UseFormReturn<PostValues>,
  proposals: Proposals,
) => { button?: ReactNode; below?: ReactNode }

const useNone: UseTool = () => ({})

/** The tools that another feature adds to the fields of a post */
export const PostToolsContext = createContext({ useTitle: useNone, useContent: useNone, useExcerpt: useNone })
