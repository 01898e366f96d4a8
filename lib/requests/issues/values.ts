/** How many days an issue's counts are about. One whose cause is older is no longer listed. */
export const ISSUE_DAYS = 30;

/** Whether the cause has returned since an issue was resolved. */
export const issueStates = ["open", "resolved"] as const;
