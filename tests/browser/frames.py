def measured(browser): return ""
