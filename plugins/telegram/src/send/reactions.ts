/** The emoji that Telegram takes as reactions (ReactionTypeEmoji, Bot API 7.1). */
export const REACTIONS = [
  ...['👍', '👎', '❤', '🔥', '🥰', '👏', '😁', '🤔', '🤯', '😱', '🤬', '😢', '🎉', '🤩', '🤮', '💩', '🙏', '👌'],
  ...['🕊', '🤡', '🥱', '🥴', '😍', '🐳', '❤‍🔥', '🌚', '🌭', '💯', '🤣', '⚡', '🍌', '🏆', '💔', '🤨', '😐', '🍓'],
  ...['🍾', '💋', '🖕', '😈', '😴', '😭', '🤓', '👻', '👨‍💻', '👀', '🎃', '🙈', '😇', '😨', '🤝', '✍', '🤗', '🫡'],
  ...[
    '🎅',
    '🎄',
    '☃',
    '💅',
    '🤪',
    '🗿',
    '🆒',
    '💘',
    '🙉',
    '🦄',
    '😘',
    '💊',
    '🙊',
    '😎',
    '👾',
    '🤷‍♂',
    '🤷',
    '🤷‍♀',
    '😡',
  ],
]

/** Telegram spells them without the mark (U+FE0F) that keyboards put behind a colour emoji. */
export const plainEmoji = (emoji: string): string => emoji.replaceAll('\ufe0f', '')

export const isReaction = (emoji: string): boolean => REACTIONS.includes(plainEmoji(emoji))
