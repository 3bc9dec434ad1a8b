/** The product's name wherever a person sees it, until the operator's white label replaces it. */
export const APP_NAME = 'Recado'
