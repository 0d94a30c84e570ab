/** What a dialog is open for. */
export type Intent = 'adopt' | 'delete' | 'describe' | 'move' | 'reembed';
