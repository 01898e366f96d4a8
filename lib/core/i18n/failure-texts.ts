/**
 * The English messages of a page that failed. They are no part of `messages/en`, because `app/global-error.tsx` sends them
 * to every browser, and importing one message of a JSON file sends the whole file.
 */
export const failureTexts = {
  title: "Something went wrong on our side",
  explanation:
    "The page could not be shown. Nothing was changed. Try again. If it keeps failing, give the error ID to your administrator.",
  errorId: "Error ID <id></id>",
  retry: "Try again",
};
