export {
  noSuchPath as DELETE,
  noSuchPath as GET,
  noSuchPath as OPTIONS,
  noSuchPath as PATCH,
  noSuchPath as POST,
  noSuchPath as PUT,
} from "@/lib/http/no-such-path";
