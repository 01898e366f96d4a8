/** Messages for every browser (`app/global-error.tsx`): importing one of a JSON file would send the whole file. */
export const failureTexts = {
  title: "Something went wrong on our side",
  explanation:
    "The page could not be shown. Nothing was changed. Try again. If it keeps failing, give the error ID to your administrator.",
  errorId: "Error ID <id></id>",
  retry: "Try again",
};
