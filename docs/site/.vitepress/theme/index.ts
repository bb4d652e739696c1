import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import './style.css'
import Explore from './Explore.vue'
import Home from './Home.vue'
import Layout from './Layout.vue'
import Reference from './Reference.vue'

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('Explore', Explore)
    app.component('Home', Home)
    app.component('Reference', Reference)
  },
} satisfies Theme
