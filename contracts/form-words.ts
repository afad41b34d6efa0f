/** Above a form that came back: the fields themselves say the rest. */
export const mendFields = 'Please check the fields marked in red.'
