/** Around the field in which one writes. */
export const composerFrame = {
  flexShrink: 0,
  mx: { xs: 2, sm: 4 },
  mb: { xs: 2, sm: 3 },
  mt: 1,
  px: 2,
  py: 1.5,
  borderRadius: 8,
  border: '1px solid',
  borderColor: 'neutral.outlinedBorder',
  bgcolor: 'background.surface',
  '&:focus-within': { borderColor: 'primary.solidBg' },
}

/** Around the tools beside a message. */
export const bubbleTools = {
  display: 'flex',
  alignSelf: 'flex-start',
  flexShrink: 0,
  borderRadius: 6,
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.popup',
  '& button': { minWidth: 28, minHeight: 26 },
}

/** Over the end of a history: the way to the newest message. */
export const endPill = {
  position: 'absolute',
  bottom: 12,
  left: '50%',
  transform: 'translateX(-50%)',
  borderRadius: 16,
  boxShadow: 'md',
  '&[class*="variantOutlined"]': { bgcolor: 'background.popup' },
}
