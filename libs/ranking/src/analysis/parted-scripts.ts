/** What parts words without being seen. */
export const ZERO_WIDTH_SPACE = '\u200b';
/** A character, by pattern, of scripts without blanks between words whose writers part these by zero-width spaces, or not at all. Thai is none of them: its words are
 *  found by pairs of characters. */
export const PARTED = '[\\p{scx=Khmer}\\p{scx=Lao}\\p{scx=Myanmar}\\p{scx=Tai_Le}\\p{scx=New_Tai_Lue}\\p{scx=Tai_Tham}]';
