// The tool of the tutorial, beside the recipe that takes it.
export { weather } from '../tutorial/weather.js'
